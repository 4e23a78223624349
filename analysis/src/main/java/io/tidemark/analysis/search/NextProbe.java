package io.tidemark.analysis.search;

/** What a search wants next. */
public sealed interface NextProbe {
    /** Try this load. */
    record At(double load) implements NextProbe {}

    /** Nothing more: the ends are as near as asked, or as the range allows. */
    record None(String why) implements NextProbe {}
}
