-- The message that a kept reply answers to.
alter table scheduled_message add column reply_to uuid;
