-- Where the setup of the workspace was last, so that any browser goes on from there.
alter table integration add column onboarding_step text
  check (onboarding_step in ('website', 'knowledge', 'try', 'look', 'install', 'team', 'done'));
