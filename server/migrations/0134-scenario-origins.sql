-- The team had the conversation when the run started, and gets it back when it ends.
alter table scenario_run add column returns_to_team boolean not null default false;
