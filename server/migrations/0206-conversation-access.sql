alter table member rename column sees to conversation_access;
alter table invitation rename column sees to conversation_access;
