-- Pictures that texts of instructions show: no other stored file may be called by one.
create table tutorial_picture (file_id int primary key references stored_file);
