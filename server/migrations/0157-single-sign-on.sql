-- Single sign-on (OpenID Connect) of a workspace.
create table single_sign_on (
  integration_id uuid primary key references integration on delete cascade,
  is_on boolean not null,
  is_required boolean not null,
  issuer text not null,
  client_id text not null,
  client_secret_sealed bytea,
  default_role text not null check (default_role in ('admin', 'editor', 'agent', 'viewer')),
  updated_at timestamptz not null,
  version integer not null default 1
);
-- Email domains whose people sign in there.
create table sso_domain (
  integration_id uuid not null references integration on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null,
  token text not null,
  verified_at timestamptz,
  created_at timestamptz not null,
  primary key (integration_id, id),
  unique (integration_id, name)
);
-- A domain belongs to one workspace.
create unique index sso_domain_verified on sso_domain (name) where verified_at is not null;

-- Accounts of the provider and ours.
create table sso_identity (
  integration_id uuid not null references integration on delete cascade,
  issuer text not null,
  subject text not null,
  user_id uuid not null references app_user on delete cascade,
  linked_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (integration_id, issuer, subject)
);
create index sso_identity_user on sso_identity (user_id);

-- Sign-ins under way. Each can be finished once, in the browser that started it.
create table sso_attempt (
  integration_id uuid not null references integration on delete cascade,
  state_hash bytea primary key,
  browser_hash bytea not null,
  issuer text not null,
  client_id text not null,
  nonce text not null,
  code_verifier text not null,
  next text,
  expires_at timestamptz not null,
  -- Known once the provider has answered: the account whose password is still needed.
  subject text,
  user_id uuid references app_user on delete cascade
);
create index sso_attempt_expires on sso_attempt (expires_at);
create index sso_attempt_browser on sso_attempt (browser_hash);
create index sso_attempt_integration on sso_attempt (integration_id);
create index sso_attempt_user on sso_attempt (user_id);

-- The workspace whose single sign-on the session passed, and whether that alone started it.
alter table session
  add column sso_integration_id uuid references integration on delete cascade,
  add column is_sso_only boolean not null default false;
create index session_sso on session (sso_integration_id);

-- People removed from the team: only an invitation lets them join again.
create table removed_member (
  integration_id uuid not null references integration on delete cascade,
  user_id uuid not null references app_user on delete cascade,
  removed_at timestamptz not null,
  primary key (integration_id, user_id)
);
create index removed_member_user on removed_member (user_id);
