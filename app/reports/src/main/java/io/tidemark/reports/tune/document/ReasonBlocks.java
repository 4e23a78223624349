package io.tidemark.reports.tune.document;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.tune.SignalMove;
import io.tidemark.reports.tune.SignalReason;
import io.tidemark.reports.tune.TuneReport;
import java.util.List;
import java.util.stream.Collectors;

/** What the server's signals say about each configuration, a sentence each. */
final class ReasonBlocks {
    private static final int MAX_MOVES = 5;

    private final TuneReport report;

    ReasonBlocks(TuneReport report) {
        this.report = report;
    }

    /** Empty where no signals were read. */
    List<Block> blocks() {
        List<String> sentences = sentences();
        return sentences.isEmpty()
                ? List.of()
                : List.of(
                        new Block.Bullets(sentences),
                        Block.muted(
                                "Means over the measured parts of all starts at that load. They differ together with"
                                        + " the result; this does not show that they caused it."));
    }

    List<String> sentences() {
        return SignalReason.of(report).stream().map(this::sentence).toList();
    }

    private String sentence(SignalReason reason) {
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
