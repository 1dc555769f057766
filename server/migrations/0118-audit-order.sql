-- Entries of the same moment in the order in which they were written.
alter table audit_entry add column seq bigint generated always as identity;
drop index audit_entry_at;
create index audit_entry_at on audit_entry (integration_id, at desc, seq desc);
drop index audit_entry_actor;
create index audit_entry_actor on audit_entry (integration_id, actor_id, at desc, seq desc);
