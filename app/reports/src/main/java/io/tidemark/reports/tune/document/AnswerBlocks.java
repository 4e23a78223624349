package io.tidemark.reports.tune.document;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.tune.Configuration;
import io.tidemark.reports.tune.TuneAnswer;
import io.tidemark.reports.tune.TuneReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The recommendation, first of all. */
final class AnswerBlocks {
    private static final int MAX_DOUBTS = 5;

    private final TuneReport report;
    private final TuneAnswer answer;

    AnswerBlocks(TuneReport report, TuneAnswer answer) {
        this.report = report;
        this.answer = answer;
    }

    List<Block> blocks() {
        TuneStanding standing = new TuneStanding(report);
        List<Block> blocks = underOneLoad();
        List<Block> howFar = new ArrayList<>(List.of(Block.plain(standing.counts())));
        standing.notice().ifPresent(howFar::add);
        blocks.addAll(1, howFar);
        return blocks;
    }

    /** Without how far the whole tune is. */
    List<Block> underOneLoad() {
        TuneStanding standing = new TuneStanding(report);
        List<Block> blocks = new ArrayList<>();
        String soFar = standing.isOver() ? "" : "So far: ";
        blocks.add(new Block.Headline(soFar + answer.sentence(), tone()));
        new HeldOutBlocks(report).callout(answer.recommended()).ifPresent(blocks::add);
        recommendedFlags().ifPresent(blocks::add);
        List<String> doubts = standing.doubts(answer.recommended().map(Configuration::phase));
        doubts.stream()
                .limit(MAX_DOUBTS)
                .forEach(description -> blocks.add(new Block.Callout("Note: " + description + ".", Tone.DOUBT)));
        if (doubts.size() > MAX_DOUBTS) {
            blocks.add(new Block.Callout(
                    (doubts.size() - MAX_DOUBTS) + " more runs are left out; tune.json names them.", Tone.DOUBT));
        }
        return blocks;
    }

    private Optional<Block> recommendedFlags() {
        return answer.recommended()
                .filter(one -> !one.isDefault())
                .map(one -> ServerArguments.of(one.flags()))
                .filter(arguments -> !arguments.isEmpty())
                .map(arguments -> new Block.Code(String.join(" ", arguments)));
    }

    private Tone tone() {
        return switch (answer.outcome()) {
            case BETTER -> Tone.GOOD;
            case NOTHING_BETTER -> Tone.PLAIN;
            case NOT_COMPARED, NOTHING_MEASURED -> Tone.DOUBT;
        };
    }
}
