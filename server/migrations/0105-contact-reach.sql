-- Which contacts a member has a conversation with, for those who see a part of the inbox.
create index conversation_assignee_contact on conversation (integration_id, assignee_id, contact_id)
  where assignee_id is not null;
create index conversation_team_contact on conversation (integration_id, team_id, contact_id)
  where team_id is not null;
create index conversation_begun_by on conversation (integration_id, begun_by, contact_id)
  where begun_by is not null;
-- Members who did not see somebody when their erasure began; null where everybody did. The rest hear how it goes.
alter table contact_erasure add column unseen_by uuid[];
