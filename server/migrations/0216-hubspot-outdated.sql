-- The number of the last change after which the shown values have to be read; null if they are current. Another change
-- while they are being read has a higher number, so it isn't lost.
create sequence hubspot_outdated;
alter table hubspot_contact add outdated_seq bigint;
update hubspot_contact set outdated_seq = nextval('hubspot_outdated') where is_outdated;
drop index hubspot_contact_outdated;
alter table hubspot_contact drop column is_outdated;
create index hubspot_contact_outdated on hubspot_contact (integration_id, hub_id) where outdated_seq is not null;
