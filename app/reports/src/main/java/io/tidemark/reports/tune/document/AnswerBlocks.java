package io.tidemark.reports.tune.document;

import io.tidemark.events.TuneActivity;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.tune.Configuration;
import io.tidemark.reports.tune.TuneDecision.TuneAnswer;
import io.tidemark.reports.tune.TuneReport;
import io.tidemark.reports.tune.TuneStart;
import io.tidemark.reports.tune.document.RecommendedYaml.ServerArguments;
import io.tidemark.sinks.store.read.tune.TuneRow;
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

    /** How far a tune is, and how many of its starts count. */
    static final class TuneStanding {
        private final TuneReport report;

        TuneStanding(TuneReport report) {
            this.report = report;
        }

        /** "12 of 30 planned starts are over: 9 measured, 3 infeasible. 1 was interrupted." */
        String counts() {
            List<TuneStart> starts = report.starts();
            long measured = starts.stream().filter(TuneStart::isMeasured).count();
            long infeasible = starts.stream().filter(TuneStart::isInfeasible).count();
            long withoutValue = withoutValue();
            long others = starts.size() - measured - infeasible;
            String planned =
                    report.tune().planned() > 0 ? " of " + report.tune().planned() + " planned starts" : " starts";
            return (measured + infeasible) + planned
                    + (measured + infeasible == 1 && report.tune().planned() == 0 ? " is over: " : " are over: ")
                    + measured + " measured, " + infeasible + " infeasible"
                    + (withoutValue > 0 ? ", " + withoutValue + " of the measured left out" : "")
                    + (others > 0 ? "; " + others + " not over or interrupted" : "") + ".";
        }

        /** Measured starts without a value. */
        private long withoutValue() {
            return report.starts().stream()
                    .filter(TuneStart::isMeasured)
                    .filter(start -> report.value(start).isEmpty())
                    .count();
        }

        /** What must be known of a tune that did not end by itself. */
        Optional<Block.Callout> notice() {
            TuneRow tune = report.tune();
            String why = tune.description().isBlank() ? "" : ": " + tune.description();
            return switch (tune.activity()) {
                case RUNNING ->
                    Optional.of(new Block.Callout(
                            "The tune is still running"
                                    + tune.expectedEnd()
                                            .map(end -> " and is expected to end at " + ValueFormat.stamp(end))
                                            .orElse("")
                                    + ". This is how it stands; its end may say something else.",
                            Tone.DOUBT));
                case STOPPED ->
                    Optional.of(new Block.Callout(
                            "The tune is not over" + why + ". It goes on with: tidemark tune PLAN --resume "
                                    + tune.tune() + ".",
                            Tone.DOUBT));
                case FAILED -> Optional.of(new Block.Callout("The tune could not go on" + why + ".", Tone.BAD));
                case FINISHED, UNKNOWN -> Optional.empty();
            };
        }

        boolean isOver() {
            return report.tune().activity() != TuneActivity.RUNNING;
        }

        /** What does not count, and what the tuner says otherwise. */
        List<String> doubts(Optional<String> recommended) {
            List<String> doubts = new ArrayList<>();
            report.starts().forEach(start -> doubts.addAll(start.excluded()));
            String winner = report.tune().winner();
            if (!winner.isEmpty() && !recommended.filter(winner::equals).isPresent()) {
                doubts.add("the tuner itself names " + winner + " as the winner"
                        + (report.tune().evidence().isBlank()
                                ? ""
                                : ": " + report.tune().evidence()));
            }
            return doubts;
        }
    }
}
