alter table conversation rename column woken_seq to unsnoozed_seq;
