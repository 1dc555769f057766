alter table member
  add column availability text not null default 'online' check (availability in ('online', 'away', 'offline')),
  -- none of their pages has been touched for a while
  add column is_idle boolean not null default false,
  -- open conversations that may be given to them without asking; null: any number
  add column capacity integer check (capacity between 0 and 1000),
  -- ISO 639-1
  add column languages text[] not null default '{}',
  add column hours_note text not null default '';

create table team (
  integration_id uuid not null references integration on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (integration_id, id)
);
create unique index team_name on team (integration_id, lower(name));

create table team_member (
  integration_id uuid not null,
  team_id uuid not null,
  user_id uuid not null,
  primary key (integration_id, team_id, user_id),
  foreign key (integration_id, team_id) references team on delete cascade,
  foreign key (integration_id, user_id) references member on delete cascade
);
create index team_member_user on team_member (integration_id, user_id);

-- Of a team that is gone the id stays behind and names nobody, so that no row changes unheard.
alter table conversation add column team_id uuid;
create index conversation_team on conversation (integration_id, team_id)
  where team_id is not null and status in ('open', 'waiting');
