package io.tidemark.producer.tally;

import io.tidemark.events.DoubtCount;
import io.tidemark.events.FinishReason;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.events.TokenSource;
import io.tidemark.producer.openai.ResponseSummary;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.RequestDoubts;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts, over a step's measured requests that were ok, what makes its figures unfit for a verdict. Confined to the lane's loop. */
public final class FigureDoubts {
    private final Map<FigureDoubt, Count> counts = new EnumMap<>(FigureDoubt.class);

    private record Count(long count, long of) {
        private Count plus(long more, long moreOf) {
            return new Count(count + more, of + moreOf);
        }
    }

    /** @param exactOutput whether its output was asked for at its exact length */
    void ended(RequestEvent event, boolean exactOutput) {
        if (event.getPart() != StepPart.MEASURED || event.getOutcome() != Outcome.OK) {
            return;
        }
        RequestDoubts shown = RequestDoubts.of(event, LogHistogram.decode(event.getItlSketch()));
        if (shown.tells(FigureDoubt.HELD_BACK)) {
            count(FigureDoubt.HELD_BACK, shown.shows(FigureDoubt.HELD_BACK));
        }
        Integer tokens = event.getOutputTokens();
        Integer asked = event.getPlannedOutputTokens();
        if (tokens == null) {
            return;
        }
        if (event.getTokenSource() != TokenSource.CHUNK_ESTIMATE) {
            count(FigureDoubt.USAGE_BELOW_CHUNKS, shown.shows(FigureDoubt.USAGE_BELOW_CHUNKS));
            if (exactOutput && asked != null) {
                count(FigureDoubt.SHORT_ANSWERS, Math.max(0, asked - tokens), asked);
            }
        } else if (asked != null && event.getFinishReason() == FinishReason.LENGTH) {
            count(FigureDoubt.ESTIMATE_BELOW_LENGTH, shown.shows(FigureDoubt.ESTIMATE_BELOW_LENGTH));
        }
    }

    void answered(StepPart part, ResponseSummary answer) {
        if (part == StepPart.MEASURED) {
            count(FigureDoubt.UNREAD_OUTPUT, !answer.unreadOutput().isEmpty());
        }
    }

    private void count(FigureDoubt doubt, boolean shown) {
        count(doubt, shown ? 1 : 0, 1);
    }

    private void count(FigureDoubt doubt, long shown, long of) {
        counts.merge(doubt, new Count(shown, of), (sum, more) -> sum.plus(more.count(), more.of()));
    }

    /** Those that were shown at all. */
    public List<DoubtCount> counts() {
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue().count() > 0)
                .map(entry -> new DoubtCount(
                        entry.getKey().id(),
                        entry.getValue().count(),
                        entry.getValue().of()))
                .toList();
    }

    /** Flags of the step; of short answers {@link StepFlags} tells. */
    public List<String> sentences() {
        return counts.entrySet().stream()
                .filter(entry -> entry.getKey() != FigureDoubt.SHORT_ANSWERS)
                .filter(entry -> entry.getValue().count() > 0)
                .map(entry -> entry.getKey()
                        .sentence(entry.getValue().count(), entry.getValue().of()))
                .toList();
    }

    /** Of all lanes of a step. */
    public static List<DoubtCount> sum(Collection<List<DoubtCount>> lanes) {
        FigureDoubts sum = new FigureDoubts();
        lanes.stream()
                .flatMap(List::stream)
                .forEach(lane -> FigureDoubt.byId(lane.getDoubt())
                        .ifPresent(doubt -> sum.count(doubt, lane.getCount(), lane.getOf())));
        return sum.counts();
    }
}
