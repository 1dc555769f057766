create table integration (
  id uuid primary key default gen_random_uuid(),
  public_key text not null unique,
  name text not null,
  url text not null,
  locale text not null default 'en',
  hosts text[] not null default '{}',
  onboarded_at timestamptz,
  -- conversations are numbered 1, 2, … per integration
  last_conversation_number integer not null default 0,
  created_at timestamptz not null default now()
);

create table member (
  integration_id uuid not null references integration on delete cascade,
  user_id uuid not null references app_user on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'agent', 'viewer')),
  joined_at timestamptz not null default now(),
  primary key (integration_id, user_id)
);
-- a user's workspaces
create index member_user on member (user_id);

create table invitation (
  integration_id uuid not null references integration on delete cascade,
  id uuid not null default gen_random_uuid(),
  email text not null,
  role text not null check (role in ('admin', 'editor', 'agent', 'viewer')),
  token_hash bytea not null unique,
  invited_by uuid references app_user on delete set null,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (integration_id, id)
);
create index invitation_email on invitation (lower(email)) where accepted_at is null and revoked_at is null;
