-- Whose days a workspace counts in: that of its hours where it has any, else of its owner.
alter table integration add column time_zone text not null default 'UTC';
update integration set time_zone = hours.time_zone from opening_hours hours where hours.integration_id = integration.id;
update integration set time_zone = app_user.time_zone
from member join app_user on app_user.id = member.user_id
where member.integration_id = integration.id and member.role = 'owner' and app_user.time_zone is not null
  and integration.time_zone = 'UTC';
