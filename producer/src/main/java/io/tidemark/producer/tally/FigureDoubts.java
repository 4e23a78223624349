package io.tidemark.producer.tally;

import io.tidemark.events.DoubtCount;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.schemas.DoubtTally;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.RequestDoubts;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Counts, over a step's measured requests that were ok, what makes its figures unfit for a verdict. Confined to the lane's loop. */
public final class FigureDoubts {
    private final DoubtTally counts = new DoubtTally();

    void ended(RequestEvent event) {
        if (event.getPart() != StepPart.MEASURED || event.getOutcome() != Outcome.OK) {
            return;
        }
        counts.add(RequestDoubts.of(event, LogHistogram.decode(event.getItlSketch())));
        counts.addTokens(
                event.getOutputTokens() == null ? 0 : event.getOutputTokens(), RequestDoubts.exactTokens(event));
    }

    /** Those that were shown at all. */
    public List<DoubtCount> counts() {
        return counts.counts().stream().filter(count -> count.getCount() > 0).toList();
    }

    /** Flags of the step; {@link StepFlags} has those of short answers. */
    public List<String> sentences() {
        return counts().stream().flatMap(FigureDoubts::sentence).toList();
    }

    private static Stream<String> sentence(DoubtCount count) {
        Optional<FigureDoubt> doubt = FigureDoubt.byId(count.getDoubt());
        return doubt
                .filter(known -> known != FigureDoubt.SHORT_ANSWERS)
                .map(known -> known.sentence(count.getCount(), count.getOf()))
                .stream();
    }

    /** Of all lanes of a step. */
    public static List<DoubtCount> sum(Collection<List<DoubtCount>> lanes) {
        FigureDoubts sum = new FigureDoubts();
        lanes.stream().flatMap(List::stream).forEach(sum.counts::add);
        return sum.counts();
    }
}
