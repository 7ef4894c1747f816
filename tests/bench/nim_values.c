/* The nim-values of an octal or hexadecimal game by the plain recursion: mex over a table of marks, one
   or two exclusive ors for each option. Called with the digits, a number of rows, and 1 if the parts of a
   split are unequal, as in Grundy's game; prints the rows in a second. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int count, char **given) {
    const char *digits = given[1];
    long rows = atol(given[2]), unequal = atol(given[3]), sum = 0;
    unsigned short *values = calloc(rows, sizeof *values);
    int *marks = calloc(65536, sizeof *marks);
    clock_t start = clock();
    for (long size = 0; size < rows; size++) {
        int mark = size + 1, value = 0;
        for (long take = 0; digits[take] && take <= size; take++) {
            int digit = digits[take] - (digits[take] < 'A' ? '0' : 'A' - 10);
            long left = size - take;
            if (digit & 1 && take && !left) marks[0] = mark;
            if (digit & 2 && left) marks[values[left]] = mark;
            if (digit & 4)
                for (long part = 1; part <= (left - unequal) / 2; part++)
                    marks[values[part] ^ values[left - part]] = mark;
            if (digit & 8)
                for (long part = 1; part <= left / 3; part++)
                    for (long other = part; other <= (left - part) / 2; other++)
                        marks[values[part] ^ values[other] ^ values[left - part - other]] = mark;
        }
        while (marks[value] == mark) value++;
        values[size] = value;
        sum += value;
    }
    printf("%.0f %ld\n", rows / ((double)(clock() - start) / CLOCKS_PER_SEC), sum);
    return count == 0;
}
