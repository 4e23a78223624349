package io.tidemark.streams.steps;

import io.tidemark.analysis.designeffect.DueCells;
import io.tidemark.events.Finality;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.panes.GoodRequestCriterion;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The measured requests of one step, or of one segment of it: totals, the bad ones of each objective, and up to {@value #MAX_EXACT} requests exactly. Kept
 * as chunks, so that a commit rewrites only the last one. Not thread-safe.
 */
public final class StepAccumulator {
    /** Requests kept exactly; of more than these, quantiles come from the sketches; good and bad are counted of all. */
    public static final int MAX_EXACT = 100_000;

    private static final int CHUNK = 500;
    private static final int PER_CENT = 100;

    private final RequestColumns columns = new RequestColumns();
    /** The facts of the chunk under way, as they are saved. */
    private WireWriter tail = new WireWriter();

    private int tailFacts;
    private final Map<Integer, byte[]> fullChunks = new TreeMap<>();
    private StepTotals totals = new StepTotals();
    private BadRequestCounts counts = new BadRequestCounts();
    private StepCells cells = new StepCells();
    /** A new one is saved though it has no requests: its result is due. */
    private boolean unsaved = true;

    private boolean unpublished;
    private Finality markPublished = Finality.PROVISIONAL;
    private long publishedMillis;
    /** As many as the result published last says; fewer once a breach changed it. */
    private long publishedRequests;

    /** Adds the measured requests of a delta. */
    public void add(Pane delta) {
        delta.ended().stream().filter(RequestMeasurement::measured).forEach(this::add);
        delta.measuredItl().byCell().forEach((place, gaps) -> addItl(place.dueSecond(), gaps));
    }

    /** The criteria of the run's objectives by their texts: from here on their bad requests are counted, and of no others. */
    public void follow(Map<String, GoodRequestCriterion> followed) {
        boolean isSame = counts.isBy(followed.keySet());
        List<GoodRequestCriterion> fresh = counts.follow(followed, columns);
        cells.retain(followed.keySet());
        if (!isSame) {
            cells.follow(fresh, columns);
            unsaved = true;
        }
    }

    /** So many of its requests are in none of its segments. */
    void addUnsegmented(long requests) {
        if (requests > 0) {
            totals.unsegmented(requests);
            changed();
        }
    }

    /** A breach opened in the step. */
    public void addBreach() {
        totals.addBreach();
        publishedRequests = 0;
        changed();
    }

    /** A published breach was retracted. */
    public void removeBreach() {
        totals.removeBreach();
        publishedRequests = 0;
        changed();
    }

    private void changed() {
        unsaved = true;
        markChanged();
    }

    /** Something that its result shows beside what is kept here has changed. */
    public void markChanged() {
        unpublished = true;
    }

    /** Whether its result would differ from the one published last, were it only in its finality. */
    public boolean isResultDue(Finality finality) {
        return unpublished || finality.compareTo(markPublished) > 0;
    }

    /** How many measured requests have ended. */
    public long requests() {
        return totals.due();
    }

    /** Whether its result would say something new: of at least one per cent more requests than the last, or of another count of breaches. */
    public boolean hasGrown() {
        return requests() * PER_CENT >= publishedRequests * (PER_CENT + 1);
    }

    public long publishedMillis() {
        return publishedMillis;
    }

    public void markPublished(long nowMillis, Finality finality) {
        unpublished = false;
        markPublished = finality;
        publishedMillis = nowMillis;
        publishedRequests = requests();
    }

    RequestColumns columns() {
        return columns;
    }

    StepTotals totals() {
        return totals;
    }

    BadRequestCounts counts() {
        return counts;
    }

    DueCells cells() {
        return cells.cells();
    }

    /** What changed since the last call, by name: the totals and the chunks that grew. */
    public Map<String, byte[]> takeUnsaved() {
        Map<String, byte[]> parts = new TreeMap<>();
        if (!unsaved) {
            return parts;
        }
        unsaved = false;
        WireWriter out = WireWriter.versioned();
        totals.write(out);
        counts.write(out);
        parts.put("totals", out.toBytes());
        parts.putAll(cells.takeUnsaved());
        fullChunks.forEach((number, bytes) -> parts.put("facts/" + number, bytes));
        fullChunks.clear();
        if (tailFacts > 0) {
            parts.put("facts/" + columns.rows() / CHUNK, chunk());
        }
        return parts;
    }

    /** Puts a saved part back; chunks in any order. */
    public void restore(String part, byte[] bytes) {
        unsaved = false;
        unpublished = true;
        if (part.startsWith(StepCells.PART)) {
            cells.restore(part, bytes);
            return;
        }
        WireReader in = WireReader.versioned(bytes);
        if (part.equals("totals")) {
            totals = StepTotals.read(in);
            counts = BadRequestCounts.read(in);
            return;
        }
        int facts = in.size();
        for (int i = 0; i < facts; i++) {
            RequestMeasurement fact = RequestMeasurement.read(in);
            columns.add(fact);
            if (facts < CHUNK) {
                addToTail(fact);
            }
        }
    }

    /** Adds a measured request. */
    void add(RequestMeasurement fact) {
        totals.add(fact);
        counts.add(fact);
        cells.add(fact, counts.criteria());
        changed();
        if (columns.rows() < MAX_EXACT) {
            addExact(fact);
        }
    }

    /** Adds ITL of measured requests that were due around this second. */
    void addItl(long dueSecond, LogHistogram gaps) {
        totals.sketch(Metric.ITL).merge(gaps);
        cells.addItl(dueSecond, gaps);
        changed();
    }

    /** Another one of the same requests, to be saved anew; breaches are not copied. */
    StepAccumulator copyOfRequests() {
        StepAccumulator copy = new StepAccumulator();
        copy.totals = totals.copyOfRequests();
        copy.counts = counts.copy();
        copy.cells = cells.copy();
        for (int row = 0; row < columns.rows(); row++) {
            copy.addExact(columns.fact(row));
        }
        copy.markChanged();
        return copy;
    }

    /** Names of the parts that it may have been saved as. */
    List<String> parts() {
        List<String> parts = new ArrayList<>(List.of("totals"));
        for (int chunk = 0; chunk <= columns.rows() / CHUNK; chunk++) {
            parts.add("facts/" + chunk);
        }
        parts.addAll(cells.parts());
        return parts;
    }

    private void addExact(RequestMeasurement fact) {
        columns.add(fact);
        addToTail(fact);
        if (tailFacts == CHUNK) {
            fullChunks.put(columns.rows() / CHUNK - 1, chunk());
            tail = new WireWriter();
            tailFacts = 0;
        }
    }

    private void addToTail(RequestMeasurement fact) {
        fact.write(tail);
        tailFacts++;
    }

    private byte[] chunk() {
        return WireWriter.versioned().count(tailFacts).tail(tail.toBytes()).toBytes();
    }
}
