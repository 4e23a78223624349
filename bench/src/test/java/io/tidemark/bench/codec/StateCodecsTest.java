package io.tidemark.bench.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.bench.codec.state.StatePane;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.PaneDelta;
import io.tidemark.streams.steps.StepAccumulator;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both formats hold the same, and what is measured is what the streams store. */
class StateCodecsTest {
    private final AvroStateCodec avro = new AvroStateCodec(List.of(), false);

    @ParameterizedTest
    @ValueSource(ints = {20, 2_000})
    void bothFormatsHoldAWholePane(int gaps) {
        PaneDelta pane = new StateSamples().pane(gaps);
        byte[] wireBytes = WireStateCodec.pane(pane);
        byte[] avroBytes = avro.pane(PaneFields.of(pane));

        assertThat(WireStateCodec.pane(WireStateCodec.readPane(wireBytes))).isEqualTo(wireBytes);
        assertThat(avro.pane(PaneFields.of(WireStateCodec.readPane(wireBytes)))).isEqualTo(avroBytes);
        assertThat(avro.pane(avro.readPane(avroBytes))).isEqualTo(avroBytes);
        AvroStateCodec generated = new AvroStateCodec(List.of(), true);
        assertThat(generated.pane(generated.readPane(avroBytes))).isEqualTo(avroBytes);
    }

    @Test
    void bothFormatsHoldTheRequestsAndSketchesOfAStep() {
        StateSamples.Step step = new StateSamples().step(60, 10);
        byte[] sketches = avro.sketches(step.sketches());

        step.chunks().forEach(chunk -> {
            assertThat(WireStateCodec.readRequests(WireStateCodec.requests(chunk)))
                    .isEqualTo(chunk);
            assertThat(avro.readRequests(avro.requests(chunk))).isEqualTo(chunk);
        });
        assertThat(avro.sketches(WireStateCodec.readSketches(WireStateCodec.sketches(step.sketches()))))
                .isEqualTo(sketches);
        assertThat(avro.sketches(avro.readSketches(sketches))).isEqualTo(sketches);
    }

    @Test
    void theChunksMeasuredAreThoseThatAStepSaves() {
        StateSamples.Step step = new StateSamples().step(60, 10);
        Pane pane = new Pane();
        step.chunks().forEach(chunk -> chunk.forEach(pane::addEnded));
        StepAccumulator accumulator = new StepAccumulator();
        accumulator.add(pane);

        Map<String, byte[]> saved = accumulator.takeUnsaved();

        assertThat(saved.get("facts/0"))
                .isEqualTo(WireStateCodec.requests(step.chunks().get(0)));
        assertThat(saved.get("facts/1"))
                .isEqualTo(WireStateCodec.requests(step.chunks().get(1)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatAnEarlierSchemaLacksHasItsDefault(boolean coders) {
        Schema current = StatePane.getClassSchema();
        Schema earlier = withoutLastFields(current);
        StatePane pane = new AvroRecordCodec<StatePane>(current, List.of(), coders)
                .read(avro.pane(PaneFields.of(new StateSamples().pane(2_000))));
        byte[] written = new AvroRecordCodec<StatePane>(earlier, List.of(), false).write(pane);

        PaneFields read = new AvroStateCodec(List.of(earlier), coders).readPane(written);

        assertThat(read.ended())
                .hasSize(20)
                .allSatisfy(request -> assertThat(request.dueSecond()).isEqualTo(-1));
        assertThat(read.failedAfterFirstToken()).isEmpty();
        assertThat(read.outputTokens()).isEqualTo(2_020);
    }

    /** A pane's schema before it had requests that failed late, and before requests had the second in which they were due. */
    private static Schema withoutLastFields(Schema pane) {
        String text = pane.toString();
        String due = ",{\"name\":\"dueSecond\",\"type\":\"long\",\"default\":-1}]";
        int failures = text.indexOf(",{\"name\":\"failedAfterFirstToken\"");
        assertThat(text).contains(due);
        assertThat(failures).isPositive();
        return new Schema.Parser().parse(text.substring(0, failures).replace(due, "]") + "]}");
    }
}
