-- The connection of a workspace with a HubSpot account.
create table hubspot_connection (
  integration_id uuid primary key references integration on delete cascade,
  status text not null check (status in ('connected', 'reconnect_needed')),
  -- HubSpot's number of the account
  hub_id text not null,
  account text not null,
  scopes jsonb not null,
  access_token_sealed bytea not null,
  refresh_token_sealed bytea not null,
  access_expires_at timestamptz not null,
  -- A process is refreshing the token: others wait.
  refreshing_until timestamptz,
  -- Requests continue then, because HubSpot's limit is reached.
  retry_at timestamptz,
  connected_by text not null,
  connected_at timestamptz not null,
  version integer not null default 1
);

-- Authorizations that were started. Each works once, in the session that started it.
create table hubspot_authorization (
  state_hash bytea primary key,
  integration_id uuid not null references integration on delete cascade,
  session_hash bytea not null,
  expires_at timestamptz not null
);
create index hubspot_authorization_expires on hubspot_authorization (expires_at);

-- Tokens to revoke at HubSpot. They outlive their workspace.
create table hubspot_revocation (
  id uuid primary key default gen_random_uuid(),
  -- where the token was stored, for its decryption
  workspace text not null,
  refresh_token_sealed bytea not null,
  created_at timestamptz not null default now()
);
create function revoke_hubspot_token() returns trigger language plpgsql as $$
begin
  insert into hubspot_revocation (workspace, refresh_token_sealed)
    values (old.integration_id::text, old.refresh_token_sealed);
  return null;
end $$;
-- However a connection ends, also with its workspace.
create trigger hubspot_connection_ended after delete on hubspot_connection
  for each row execute function revoke_hubspot_token();
