-- Who stands in the log, and what each of them did.
create index audit_entry_actor on audit_entry (integration_id, actor_id, at desc, id desc);
