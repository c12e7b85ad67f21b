#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wamp-const-cast"
static void in_header(const int *p) restrict(amp)
{
    *(int *)p = 1;
}
#pragma GCC diagnostic pop
