/* The nim-values of an octal game by the plain recursion: mex over a table of marks, one exclusive or
   for each option. Called with the digits and a number of rows; prints the rows in a second. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int count, char **given) {
    const char *digits = given[1];
    long rows = atol(given[2]), sum = 0;
    unsigned short *values = calloc(rows, sizeof *values);
    int *marks = calloc(65536, sizeof *marks);
    clock_t start = clock();
    for (long size = 0; size < rows; size++) {
        int mark = size + 1, value = 0;
        for (long take = 0; digits[take] && take <= size; take++) {
            int digit = digits[take] - '0';
            long left = size - take;
            if (digit & 1 && take && !left) marks[0] = mark;
            if (digit & 2 && left) marks[values[left]] = mark;
            if (digit & 4)
                for (long part = 1; part <= left / 2; part++)
                    marks[values[part] ^ values[left - part]] = mark;
        }
        while (marks[value] == mark) value++;
        values[size] = value;
        sum += value;
    }
    printf("%.0f %ld\n", rows / ((double)(clock() - start) / CLOCKS_PER_SEC), sum);
    return count == 0;
}
