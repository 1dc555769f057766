-- What a stored answer is about: every id in it. Erasing one of them deletes the answer.
alter table api_idempotency add column named_ids uuid[] not null default '{}';
create index api_idempotency_named on api_idempotency using gin (named_ids);
