package io.tidemark.bench.codec;

import io.tidemark.bench.codec.state.StateFailure;
import io.tidemark.bench.codec.state.StateItl;
import io.tidemark.bench.codec.state.StateMetric;
import io.tidemark.bench.codec.state.StateOutcome;
import io.tidemark.bench.codec.state.StatePane;
import io.tidemark.bench.codec.state.StateRequest;
import io.tidemark.bench.codec.state.StateRequests;
import io.tidemark.bench.codec.state.StateSketch;
import io.tidemark.bench.codec.state.StateSketches;
import io.tidemark.events.Outcome;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.panes.FailedAfterFirstToken;
import io.tidemark.streams.panes.FirstTokenTimes;
import io.tidemark.streams.panes.MetricSketches;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.panes.SegmentItl.SegmentCell;
import io.tidemark.streams.panes.SeriesKey;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.PrimitivesArrays;
import org.apache.avro.util.ClassSecurityValidator;

/** The same values as Avro records, copied from the streams' objects and back. Not thread-safe. */
@SuppressWarnings("EnumOrdinal") // Each pair of enums has one order, as the schema says.
final class AvroStateCodec {
    private static final Metric[] METRICS = Metric.values();
    private static final StateMetric[] STATE_METRICS = StateMetric.values();
    private static final Outcome[] OUTCOMES = Outcome.values();
    private static final StateOutcome[] STATE_OUTCOMES = StateOutcome.values();
    private static final Schema FIRST_TOKENS =
            StatePane.getClassSchema().getField("firstTokens").schema();

    private final AvroRecordCodec<StatePane> panes;
    private final AvroRecordCodec<StateRequests> requests;
    private final AvroRecordCodec<StateSketches> sketches;

    /**
     * @param earlierPanes schemas by which earlier versions may have written panes
     * @param coders whether the generated coders of the records are used
     */
    AvroStateCodec(List<Schema> earlierPanes, boolean coders) {
        ClassSecurityValidator.setGlobal(ClassSecurityValidator.composite(
                ClassSecurityValidator.getGlobal(),
                type -> type.getPackageName().equals(StatePane.class.getPackageName())));
        panes = new AvroRecordCodec<>(StatePane.getClassSchema(), earlierPanes, coders);
        requests = new AvroRecordCodec<>(StateRequests.getClassSchema(), List.of(), coders);
        sketches = new AvroRecordCodec<>(StateSketches.getClassSchema(), List.of(), coders);
    }

    byte[] pane(PaneFields pane) {
        StatePane state = new StatePane();
        state.setStep(pane.series().step());
        state.setTarget(pane.series().target());
        state.setRequestClass(pane.series().requestClass());
        state.setSecond(pane.second());
        state.setSketches(states(pane.sketches()));
        List<StateItl> itl = new ArrayList<>(pane.measuredItl().size());
        pane.measuredItl().forEach((cell, gaps) -> itl.add(state(cell, gaps)));
        state.setMeasuredItl(itl);
        state.setFirstTokens(longs(pane.firstTokens()));
        state.setEnded(states(pane.ended()));
        state.setOutputTokens(pane.outputTokens());
        state.setLate(pane.late());
        List<StateFailure> failures =
                new ArrayList<>(pane.failedAfterFirstToken().size());
        pane.failedAfterFirstToken().forEach(failure -> failures.add(state(failure)));
        state.setFailedAfterFirstToken(failures);
        return panes.write(state);
    }

    PaneFields readPane(byte[] bytes) {
        StatePane state = panes.read(bytes);
        Map<SegmentCell, LogHistogram> itl = new TreeMap<>();
        for (StateItl cell : state.getMeasuredItl()) {
            itl.computeIfAbsent(new SegmentCell(cell.getSegment(), cell.getDueSecond()), unseen -> new LogHistogram())
                    .merge(LogHistogram.decode(cell.getSketch()));
        }
        List<FailedAfterFirstToken> failures =
                new ArrayList<>(state.getFailedAfterFirstToken().size());
        for (StateFailure failure : state.getFailedAfterFirstToken()) {
            failures.add(new FailedAfterFirstToken(
                    failure.getFirstTokenSecond(), failure.getTtftNanos(), failure.getTtftDueNanos()));
        }
        return new PaneFields(
                new SeriesKey(state.getStep(), state.getTarget(), state.getRequestClass()),
                state.getSecond(),
                sketches(state.getSketches()),
                itl,
                firstTokens(state.getFirstTokens()),
                measurements(state.getEnded()),
                state.getOutputTokens(),
                state.getLate(),
                failures);
    }

    byte[] requests(List<RequestMeasurement> facts) {
        StateRequests state = new StateRequests();
        state.setRequests(states(facts));
        return requests.write(state);
    }

    List<RequestMeasurement> readRequests(byte[] bytes) {
        return measurements(requests.read(bytes).getRequests());
    }

    byte[] sketches(MetricSketches held) {
        StateSketches state = new StateSketches();
        state.setSketches(states(held));
        return sketches.write(state);
    }

    MetricSketches readSketches(byte[] bytes) {
        return sketches(sketches.read(bytes).getSketches());
    }

    private static List<StateSketch> states(MetricSketches sketches) {
        List<StateSketch> states = new ArrayList<>(METRICS.length);
        for (Metric metric : METRICS) {
            StateSketch state = new StateSketch();
            state.setMetric(STATE_METRICS[metric.ordinal()]);
            state.setSketch(ByteBuffer.wrap(sketches.of(metric).encode()));
            states.add(state);
        }
        return states;
    }

    private static MetricSketches sketches(List<StateSketch> states) {
        MetricSketches sketches = new MetricSketches();
        for (StateSketch state : states) {
            sketches.of(METRICS[state.getMetric().ordinal()]).merge(LogHistogram.decode(state.getSketch()));
        }
        return sketches;
    }

    private static StateItl state(SegmentCell cell, LogHistogram gaps) {
        StateItl state = new StateItl();
        state.setSegment(cell.segment());
        state.setDueSecond(cell.dueSecond());
        state.setSketch(ByteBuffer.wrap(gaps.encode()));
        return state;
    }

    private static StateFailure state(FailedAfterFirstToken failure) {
        StateFailure state = new StateFailure();
        state.setFirstTokenSecond(failure.firstTokenSecond());
        state.setTtftNanos(failure.ttftNanos());
        state.setTtftDueNanos(failure.ttftDueNanos());
        return state;
    }

    private static List<Long> longs(FirstTokenTimes times) {
        PrimitivesArrays.LongArray longs = new PrimitivesArrays.LongArray(2 * times.size(), FIRST_TOKENS);
        for (int i = 0; i < times.size(); i++) {
            longs.add(2 * i, times.ttftNanos(i));
            longs.add(2 * i + 1, times.ttftDueNanos(i));
        }
        return longs;
    }

    private static FirstTokenTimes firstTokens(List<Long> longs) {
        FirstTokenTimes times = new FirstTokenTimes();
        for (int i = 0; i < longs.size(); i += 2) {
            times.add(longs.get(i), longs.get(i + 1));
        }
        return times;
    }

    private static List<StateRequest> states(List<RequestMeasurement> facts) {
        List<StateRequest> states = new ArrayList<>(facts.size());
        facts.forEach(fact -> states.add(state(fact)));
        return states;
    }

    private static StateRequest state(RequestMeasurement fact) {
        StateRequest state = new StateRequest();
        state.setMeasured(fact.measured());
        state.setSegment(fact.segment());
        state.setOutcome(STATE_OUTCOMES[fact.outcome().ordinal()]);
        state.setSent(fact.sent());
        state.setTtft(fact.times().ttft());
        state.setTtftDue(fact.times().ttftDue());
        state.setTpot(fact.times().tpot());
        state.setE2e(fact.times().e2e());
        state.setQueueTime(fact.times().queueTime());
        state.setPromptTokens(fact.tokens().prompt());
        state.setCachedTokens(fact.tokens().cached());
        state.setOutputTokens(fact.tokens().output());
        state.setDueSecond(fact.dueSecond());
        return state;
    }

    private static List<RequestMeasurement> measurements(List<StateRequest> states) {
        List<RequestMeasurement> facts = new ArrayList<>(states.size());
        for (StateRequest state : states) {
            facts.add(new RequestMeasurement(
                    state.getMeasured(),
                    state.getSegment(),
                    OUTCOMES[state.getOutcome().ordinal()],
                    state.getSent(),
                    new RequestMeasurement.Times(
                            state.getTtft(), state.getTtftDue(), state.getTpot(), state.getE2e(), state.getQueueTime()),
                    new RequestMeasurement.Tokens(
                            state.getPromptTokens(), state.getCachedTokens(), state.getOutputTokens()),
                    state.getDueSecond()));
        }
        return facts;
    }
}
