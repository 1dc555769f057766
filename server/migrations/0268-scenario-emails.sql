-- Team emails of the run that were queued, so that a repeated job doesn't queue them again.
alter table scenario_run add column queued_email_ids uuid[] not null default '{}';
