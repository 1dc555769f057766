-- Keys of other programs. Deleting a row revokes the key.
create table api_key (
  integration_id uuid not null references integration on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- SHA-256 of the key
  hash bytea not null unique,
  -- its first characters, by which people recognize it
  prefix text not null,
  name text not null,
  scopes text[] not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null,
  created_by_name text not null,
  primary key (integration_id, id)
);

-- Answers of requests with an `Idempotency-Key`, kept for a day.
create table api_idempotency (
  integration_id uuid not null,
  key_id uuid not null,
  token text not null,
  -- of method, path and body
  request_hash bytea not null,
  -- JSON; null until the request has been answered
  answer text,
  created_at timestamptz not null,
  primary key (integration_id, key_id, token),
  foreign key (integration_id, key_id) references api_key on delete cascade
);
create index api_idempotency_created on api_idempotency (created_at);
