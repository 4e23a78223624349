package io.tidemark.producer.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Heartbeat;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.client.http.FixedResponseServer;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.runtime.RunSpecFixture;
import io.tidemark.producer.testing.MemoryPublisher;
import io.tidemark.producer.testing.RawServer;
import io.tidemark.producer.testing.Sse;
import io.tidemark.schemas.time.Clocks;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("integration")
class ClientWarmUpTest {
    private static final String PLAN = """
            experiment: test
            workload: {kind: synthetic, prompt_tokens: 8, output_tokens: 24}
            arrivals: constant
            steps: [{rate: 100, requests: 10}]
            limits: {schedule_lag_p99: 60s}
            first_request: false
            """;

    private final Clocks clocks = RunSpecFixture.clocks();
    private final MemoryPublisher published = new MemoryPublisher();

    private static RunSpec spec(String text, URI url) {
        Plan plan = PlanLoader.parse(text, "plan.yaml", Path.of("."));
        return RunSpecFixture.recordingText(plan, url);
    }

    private RunOutcome run(String plan, URI url) throws InterruptedException {
        return new LoadRun(spec(plan, url), RunDependencies.of(clocks, published, RunListener.silent())).execute();
    }

    @Test
    void neitherTheTargetNorAnyEventSeesIt() throws Exception {
        try (RawServer server = new RawServer((request, out) -> {
            out.write(Sse.answer(24));
            return true;
        })) {
            RunOutcome outcome = run(PLAN, server.url());

            assertThat(outcome.steps()).extracting(step -> step.counts().due()).containsExactly(10L);
            assertThat(server.requests()).hasSize(10);
            assertThat(published.events(RequestEvent.class).stream().map(RequestEvent::getLaneSeq))
                    .containsExactlyElementsOf(LongStream.range(0, 10).boxed().toList());
            assertThat(published.events(TokenBatch.class)).allMatch(batch -> batch.getStep() == 0);
            List<Heartbeat> beats = published.events(Heartbeat.class);
            assertThat(beats.get(0).getLaneSeq()).isZero();
            assertThat(beats.get(beats.size() - 1).getDue()).isEqualTo(10);
            assertThat(beats.get(beats.size() - 1).getRequests()).isEqualTo(10);
        }
    }

    @Test
    void itSendsWholeRoundsToAListenerOfItsOwn() throws Exception {
        try (RawServer server = new RawServer((request, out) -> false)) {
            int sent = new ClientWarmUp(spec(PLAN, server.url()), clocks, RunListener.silent()).execute();

            assertThat(sent).isPositive().isEqualTo(sent / 20 * 20);
            assertThat(server.requests()).isEmpty();
        }
    }

    /** If its answers were not whole, another path than the run's own would be warmed up. */
    @ParameterizedTest
    @ValueSource(strings = {"chat", "completions"})
    void itsAnswersAreOk(String api) throws Exception {
        String plan = PLAN + "warm_up_client: false\napi: " + api + "\n";
        try (FixedResponseServer server = new FixedResponseServer(
                PlanLoader.parse(plan, "plan.yaml", Path.of(".")).api())) {
            run(plan, server.url());

            assertThat(published.events(RequestEvent.class))
                    .hasSize(10)
                    .allMatch(request -> request.getOutcome() == Outcome.OK)
                    .allMatch(request -> request.getOutputTokens() == FixedResponseServer.TOKENS)
                    .allMatch(request -> request.getChunkCount() == FixedResponseServer.TOKENS);
        }
    }
}
