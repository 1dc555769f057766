create table totp (
  user_id uuid primary key references app_user on delete cascade,
  -- sealed: a copy of the database makes no codes
  secret bytea not null,
  -- null while it is being set up
  confirmed_at timestamptz,
  -- the newest time step whose code was used: neither it nor an older one opens anything again
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_code (
  user_id uuid not null references app_user on delete cascade,
  -- keyed with a secret that is not in the database
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

alter table integration add column needs_two_factor boolean not null default false;
