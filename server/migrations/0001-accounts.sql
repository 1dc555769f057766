create table app_user (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  name text not null,
  -- PHC string; argon2id, or scrypt where the runtime lacks argon2
  password_hash text not null,
  email_verified_at timestamptz,
  locale text not null default 'en',
  -- where the next session starts
  last_integration_id uuid,
  created_at timestamptz not null default now()
);
-- one account per address whatever its case
create unique index app_user_email on app_user (lower(email));

create table session (
  -- sha-256 of the cookie's value: a copy of the database opens no session
  id_hash bytea primary key,
  user_id uuid not null references app_user on delete cascade,
  active_integration_id uuid,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create index session_by_user on session (user_id);

create table mail_token (
  token_hash bytea primary key,
  user_id uuid not null references app_user on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'change_email', 'reset_password')),
  -- the address that opening the link proves
  email text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index mail_token_user on mail_token (user_id, purpose);
