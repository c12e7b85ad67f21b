#ifndef FAULTY_H
#define FAULTY_H

static int header_counter;

static inline int faulty(int a) restrict(amp)
{
    static int calls; // expect: amp-static
    return a + header_counter; // expect: amp-global
}

static inline int fine_in_header(int a) restrict(cpu, amp)
{
    return a * 2;
}

static inline int host_in_header(int a) // expect-note: "its body would qualify"
{
    return a;
}

#endif
