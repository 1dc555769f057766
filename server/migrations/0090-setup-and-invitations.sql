-- Since when nobody of the workspace wants to be shown what is left to set up; until now the end of the setup said it.
alter table integration add column setup_hidden_at timestamptz;
update integration set setup_hidden_at = onboarded_at;

-- What whoever accepts will be in. Of a team that is gone the id stays behind and names nobody.
alter table invitation add column team_ids uuid[] not null default '{}';
