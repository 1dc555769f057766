-- Built-in roles without some of their rights.
create table custom_role (
  integration_id uuid not null references integration on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null,
  base_role text not null check (base_role in ('admin', 'editor', 'agent', 'viewer')),
  withheld text[] not null,
  created_at timestamptz not null,
  version integer not null default 1,
  primary key (integration_id, id)
);
create unique index custom_role_name on custom_role (integration_id, folded(name));

-- `role` is the base role of the custom role. Without the custom role, it applies alone.
alter table member
  add column custom_role_id uuid,
  add check (custom_role_id is null or role <> 'owner'),
  add foreign key (integration_id, custom_role_id) references custom_role on delete set null (custom_role_id);
create index member_custom_role on member (integration_id, custom_role_id) where custom_role_id is not null;
alter table invitation
  add column custom_role_id uuid,
  add foreign key (integration_id, custom_role_id) references custom_role on delete set null (custom_role_id);
create index invitation_custom_role on invitation (integration_id, custom_role_id) where custom_role_id is not null;
