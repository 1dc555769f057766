create table passkey (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user on delete cascade,
  -- what the key calls itself
  credential_id bytea not null unique,
  -- COSE; what it signs with never leaves its device
  public_key bytea not null,
  -- goes up with each use of keys that count; one that goes down is a copy
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id, created_at);

create table passkey_challenge (
  challenge_hash bytea primary key,
  -- who sets up a key; null for a sign-in, where nobody is known yet
  user_id uuid references app_user on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenge_expires on passkey_challenge (expires_at);

-- Begun by a key that has seen its person: possession and proof in one.
alter table session add column by_passkey boolean not null default false;
