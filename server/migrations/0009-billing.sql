-- This month's answers, which a plan counts.
create index message_answer on message (integration_id, sent_at) where kind = 'answer';
