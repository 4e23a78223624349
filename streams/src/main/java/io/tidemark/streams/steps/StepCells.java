package io.tidemark.streams.steps;

import io.tidemark.analysis.designeffect.DueCell;
import io.tidemark.analysis.designeffect.DueCells;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.panes.GoodRequestCriterion;
import io.tidemark.streams.panes.MetricSketches;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A step's requests by when they were due, each cell saved as a part of its own: under its number modulo the most that there are, so that
 * what cells were joined to takes their places. Requests of which it is not known are in none. Not thread-safe.
 */
final class StepCells {
    static final String PART = "cells/";

    private final BitSet unsaved = new BitSet();
    private final BitSet saved = new BitSet();
    private DueCells cells = new DueCells();

    DueCells cells() {
        return cells;
    }

    void add(RequestMeasurement fact, Collection<GoodRequestCriterion> criteria) {
        touch(fact.dueSecond()).ifPresent(cell -> add(cell, fact, criteria));
    }

    private static void add(DueCell cell, RequestMeasurement fact, Collection<GoodRequestCriterion> criteria) {
        cell.add(1, fact.ok() ? 0 : 1);
        criteria.forEach(criterion -> cell.addBad(criterion.text(), criterion.isGood(fact) ? 0 : 1));
        if (!fact.ok()) {
            return;
        }
        for (Metric metric : Metric.values()) {
            long nanos = fact.nanos(metric);
            if (nanos >= 0) {
                cell.sketch(metric).add(nanos);
            }
        }
    }

    void addItl(long dueSecond, LogHistogram gaps) {
        touch(dueSecond).ifPresent(cell -> cell.sketch(Metric.ITL).merge(gaps));
    }

    /** Forgets all criteria but those of these texts. */
    void retain(Collection<String> followed) {
        cells.cells().values().forEach(cell -> cell.retainCriteria(followed));
    }

    /** Counts {@code fresh} criteria over the requests that are kept. */
    void follow(List<GoodRequestCriterion> fresh, RequestColumns kept) {
        for (int row = 0; row < kept.rows(); row++) {
            int at = row;
            touch(kept.dueSecond(row))
                    .ifPresent(cell -> fresh.stream()
                            .filter(criterion -> !criterion.isGood(kept.ok(at), metric -> kept.nanos(metric, at)))
                            .forEach(criterion -> cell.addBad(criterion.text(), 1)));
        }
    }

    private Optional<DueCell> touch(long dueSecond) {
        int doubled = cells.doublings();
        Optional<DueCell> cell = cells.cell(dueSecond);
        if (cells.doublings() > doubled) {
            unsaved.or(saved);
            cells.cells().keySet().forEach(number -> unsaved.set(slot(number)));
        }
        cell.ifPresent(found -> unsaved.set(slot(cells.numberOf(dueSecond))));
        return cell;
    }

    StepCells copy() {
        StepCells copy = new StepCells();
        copy.cells = new DueCells(cells.doublings());
        cells.cells().forEach((number, cell) -> {
            DueCell same = new DueCell();
            same.merge(cell);
            copy.cells.restore(number, same);
            copy.unsaved.set(slot(number));
        });
        return copy;
    }

    /** What changed since the last call, by name. */
    Map<String, byte[]> takeUnsaved() {
        Map<Integer, Long> numbers = new TreeMap<>();
        cells.cells().keySet().forEach(number -> numbers.put(slot(number), number));
        Map<String, byte[]> parts = new TreeMap<>();
        unsaved.stream().forEach(slot -> parts.put(PART + slot, bytes(Optional.ofNullable(numbers.get(slot)))));
        saved.or(unsaved);
        unsaved.clear();
        return parts;
    }

    /** Names of the parts that it may have been saved as. */
    List<String> parts() {
        BitSet all = (BitSet) saved.clone();
        all.or(unsaved);
        return all.stream().mapToObj(slot -> PART + slot).toList();
    }

    /** Puts a saved part back, in any order. */
    void restore(String part, byte[] bytes) {
        saved.set(Integer.parseInt(part.substring(PART.length())));
        WireReader in = WireReader.versioned(bytes);
        if (!in.flag()) {
            return;
        }
        int doubled = in.integer();
        if (doubled != cells.doublings()) {
            cells = new DueCells(doubled);
        }
        cells.restore(in.count(), read(in));
        in.requireEnd();
    }

    private byte[] bytes(Optional<Long> number) {
        WireWriter out = WireWriter.versioned().flag(number.isPresent());
        number.ifPresent(found -> {
            out.count(cells.doublings()).count(found);
            Optional.ofNullable(cells.cells().get(found)).ifPresent(cell -> write(cell, out));
        });
        return out.toBytes();
    }

    private static void write(DueCell cell, WireWriter out) {
        out.count(cell.due()).count(cell.failed());
        Map<String, Long> bad = new TreeMap<>(cell.bad());
        out.count(bad.size());
        bad.forEach((criterion, requests) -> out.text(criterion).count(requests));
        MetricSketches sketches = new MetricSketches();
        for (Metric metric : Metric.values()) {
            cell.sketchIfAny(metric).ifPresent(sketch -> sketches.of(metric).merge(sketch));
        }
        sketches.write(out);
    }

    private static DueCell read(WireReader in) {
        DueCell cell = new DueCell();
        cell.add(in.count(), in.count());
        for (int left = in.size(); left > 0; left--) {
            cell.addBad(in.text(), in.count());
        }
        MetricSketches sketches = MetricSketches.read(in);
        for (Metric metric : Metric.values()) {
            if (!sketches.of(metric).isEmpty()) {
                cell.sketch(metric).merge(sketches.of(metric));
            }
        }
        return cell;
    }

    private static int slot(long number) {
        return (int) (number % DueCells.MAX);
    }
}
