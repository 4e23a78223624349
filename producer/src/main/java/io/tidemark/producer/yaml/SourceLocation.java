package io.tidemark.producer.yaml;

/**
 * Where a value of a plan was written.
 *
 * @param source a file's name, or an option such as {@code --set steps[1].rate}
 * @param line from 1; 0 where there are no lines
 */
public record SourceLocation(String source, int line) {
    /** Something without lines. */
    public static SourceLocation ofOption(String option) {
        return new SourceLocation(option, 0);
    }

    @Override
    public String toString() {
        return line == 0 ? source : source + ":" + line;
    }
}
