package io.tidemark.reports.tune.document;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.tune.SignalReason;
import io.tidemark.reports.tune.SignalReason.SignalMove;
import io.tidemark.reports.tune.TuneReport;
import java.util.List;
import java.util.stream.Collectors;

/** What the server's signals say about each configuration, a sentence each. */
final class ReasonBlocks {
    private static final int MAX_MOVES = 5;

    private ReasonBlocks() {}

    /** Empty where no signals were read. */
    static List<Block> blocks(TuneReport report) {
        List<String> sentences = sentences(report);
        return sentences.isEmpty()
                ? List.of()
                : List.of(
                        new Block.Bullets(sentences),
                        Block.muted(
                                "Means over the measured parts of all starts at that load. They differ together with"
                                        + " the result; this does not show that they caused it."));
    }

    static List<String> sentences(TuneReport report) {
        return SignalReason.of(report).stream()
                .map(reason -> sentence(report, reason))
                .toList();
    }

    private static String sentence(TuneReport report, SignalReason reason) {
        String base = report.base().orElseThrow().phase();
        String held = report.comparison()
                .ratio(reason.configuration())
                .map(ratio -> " " + report.goal().verb() + " " + ratio.format() + " the " + base + ".")
                .orElse("");
        String at = " Against the " + base + " at " + reason.load().format() + ": ";
        String moves = reason.moves().isEmpty()
                ? "none of the server's signals differs by much"
                : reason.moves().stream()
                        .limit(MAX_MOVES)
                        .map(SignalMove::description)
                        .collect(Collectors.joining("; "));
        return reason.configuration().phase() + (held.isEmpty() ? "." : held) + at + moves + ".";
    }
}
