package io.tidemark.reports.document;

/**
 * What a mark in the cells of a table means.
 *
 * @param mark as the cells print it: a sign or a word
 */
public record Note(String mark, String meaning) {
    /** "*: interval of these requests only". */
    String line() {
        return mark + ": " + meaning;
    }
}
