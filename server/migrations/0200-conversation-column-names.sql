alter table conversation rename column begun_by to started_by;
alter table conversation rename column quiet_since to waiting_on_customer_since;
alter table conversation rename column team_since to with_team_since;
alter table conversation rename column reopened_from to previous_resolved_at;
alter table conversation rename column due_left_s to sla_remaining_s;
alter table conversation rename column has_moved to has_moved_messages;

alter index conversation_began rename to conversation_created;
alter index conversation_waits rename to conversation_waiting;
alter index conversation_quiet rename to conversation_inactive;
alter index conversation_unsaid rename to conversation_empty;
