package io.tidemark.streams.step;

import io.tidemark.analysis.effective.DueCells;
import io.tidemark.events.Finality;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.pane.RequestFact;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The measured requests of one step, or of one segment of it: totals, the bad ones of each objective, and up to {@value #MOST_EXACT} requests exactly. Kept
 * as chunks, so that a commit rewrites only the last one. Not thread-safe.
 */
public final class StepBook {
    /** Requests kept exactly; of more than these, quantiles come from the sketches; good and bad are counted of all. */
    public static final int MOST_EXACT = 100_000;

    private static final int CHUNK = 500;
    private static final int PER_CENT = 100;
    /** 1 had no counts of good requests, 2 no segments, 3 did not count what is in none of them, 4 not by when they were due. */
    private static final int VERSION = 5;

    private static final int WITH_COUNTS = 2;
    static final int WITH_LEFT_OUT = 4;

    private final FactColumns columns = new FactColumns();
    /** The facts of the chunk under way, as they are saved. */
    private WireWriter tail = new WireWriter();

    private int tailFacts;
    private final Map<Integer, byte[]> fullChunks = new TreeMap<>();
    private StepTotals totals = new StepTotals();
    private GoodCounts counts = new GoodCounts();
    private StepCells cells = new StepCells();
    private boolean unsaved;
    private boolean unpublished;
    private Finality published = Finality.PROVISIONAL;
    private long publishedMillis;
    /** As many as the result published last says; fewer once a breach changed it. */
    private long publishedRequests;

    /** Adds the measured requests of a delta. */
    public void add(Pane delta) {
        delta.ended().stream().filter(RequestFact::measured).forEach(this::add);
        delta.measuredItl().byPlace().forEach((place, gaps) -> addItl(place.dueSecond(), gaps));
    }

    /** The objectives of the run: from here on their bad requests are counted. */
    public void judgeBy(Collection<ObjectiveState> objectives) {
        cells.follow(counts.follow(objectives, columns), counts.criteria(), columns);
        unsaved = true;
    }

    /** So many of its requests are in none of its segments. */
    void leftOutOfSegments(long requests) {
        if (requests > 0) {
            totals.leftOutOfSegments(requests);
            changed();
        }
    }

    /** A breach opened in the step. */
    public void breachOpened() {
        totals.breachOpened();
        publishedRequests = 0;
        changed();
    }

    /** One that was told of was none. */
    public void breachRetracted() {
        totals.breachRetracted();
        publishedRequests = 0;
        changed();
    }

    /** Something that its result shows has changed. */
    public void changed() {
        unsaved = true;
        unpublished = true;
    }

    /** Whether its result would differ from the one published last, were it only in its finality. */
    public boolean owesResult(Finality finality) {
        return unpublished || finality.compareTo(published) > 0;
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

    public void published(long nowMillis, Finality finality) {
        unpublished = false;
        published = finality;
        publishedMillis = nowMillis;
        publishedRequests = requests();
    }

    FactColumns columns() {
        return columns;
    }

    StepTotals totals() {
        return totals;
    }

    GoodCounts counts() {
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
        WireWriter out = new WireWriter().raw(VERSION);
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
        unpublished = true;
        if (part.startsWith(StepCells.PART)) {
            cells.restore(part, bytes);
            return;
        }
        WireReader in = new WireReader(bytes);
        in.version(1, VERSION);
        if (part.equals("totals")) {
            totals = StepTotals.read(in);
            counts = in.since(WITH_COUNTS) ? GoodCounts.read(in) : new GoodCounts();
            return;
        }
        int facts = in.size();
        for (int i = 0; i < facts; i++) {
            RequestFact fact = RequestFact.read(in);
            columns.add(fact);
            if (facts < CHUNK) {
                addToTail(fact);
            }
        }
    }

    /** Adds a measured request. */
    void add(RequestFact fact) {
        totals.add(fact);
        counts.add(fact);
        cells.add(fact, counts.criteria());
        changed();
        if (columns.rows() < MOST_EXACT) {
            keep(fact);
        }
    }

    /** Adds ITL of measured requests that were due around this second. */
    void addItl(long dueSecond, LogHistogram gaps) {
        totals.sketch(Metric.ITL).merge(gaps);
        cells.addItl(dueSecond, gaps);
        changed();
    }

    /** Another one of the same requests, to be saved anew; breaches are not copied. */
    StepBook copyOfRequests() {
        StepBook copy = new StepBook();
        copy.totals = totals.copyOfRequests();
        copy.counts = counts.copy();
        copy.cells = cells.copy();
        for (int row = 0; row < columns.rows(); row++) {
            copy.keep(columns.fact(row));
        }
        copy.changed();
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

    private void keep(RequestFact fact) {
        columns.add(fact);
        addToTail(fact);
        if (tailFacts == CHUNK) {
            fullChunks.put(columns.rows() / CHUNK - 1, chunk());
            tail = new WireWriter();
            tailFacts = 0;
        }
    }

    private void addToTail(RequestFact fact) {
        fact.write(tail);
        tailFacts++;
    }

    private byte[] chunk() {
        return new WireWriter()
                .raw(VERSION)
                .count(tailFacts)
                .tail(tail.toBytes())
                .toBytes();
    }
}
