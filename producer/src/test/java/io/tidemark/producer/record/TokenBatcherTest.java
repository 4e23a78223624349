package io.tidemark.producer.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ApiKind;
import io.tidemark.events.ChunkKind;
import io.tidemark.events.StepPart;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.conversation.ActiveConversation;
import io.tidemark.producer.conversation.PlannedRequest;
import io.tidemark.producer.conversation.PreparedTurn;
import io.tidemark.producer.conversation.PromptFacts;
import io.tidemark.producer.openai.CompletionRequest;
import io.tidemark.producer.openai.ResponseChunk;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.runtime.RunSpecFixture;
import io.tidemark.producer.workload.Conversation;
import io.tidemark.producer.workload.PlannedPrompt;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TokenBatcherTest {
    private static final long DUE_NANOS = 1_000;
    private static final long SENT_NANOS = 3_000;

    private final TokenBatcher batcher = new TokenBatcher(identity(), SENT_NANOS);
    private final List<TokenBatch> batches = new ArrayList<>();

    private static RequestIdentity identity() {
        Plan plan = PlanLoader.parse("""
                        experiment: test
                        workload: {kind: synthetic, prompt_tokens: 8, output_tokens: 6}
                        steps: [{rate: 1, requests: 1}]
                        """, "plan.yaml", Path.of("."));
        RunSpec spec = RunSpecFixture.of(plan, URI.create("http://127.0.0.1:1"));
        CompletionRequest call = new CompletionRequest("id", ApiKind.CHAT, new byte[0], 6);
        PlannedPrompt prompt = PlannedPrompt.of("", OptionalInt.empty(), 6, true, "all");
        PreparedTurn turn = new PreparedTurn(
                new ActiveConversation(Conversation.of(prompt)), 0, PromptFacts.of(prompt, false), call);
        return new RequestIdentity(
                spec, new PlannedRequest(0, 0, StepPart.MEASURED, DUE_NANOS, turn, call), Instant.EPOCH);
    }

    private void given(long millisAfterSent, ChunkKind kind) {
        batcher.add(new ResponseChunk(SENT_NANOS + millisAfterSent * 1_000_000, kind, 1, 100, 0))
                .ifPresent(this::keep);
    }

    private void keep(TokenBatcher.ChunkBatch batch) {
        batches.add(batch.event(batches.size()));
    }

    @Test
    void eachBatchSaysHowManyOutputChunksWentBeforeIt() {
        given(10, ChunkKind.ROLE);
        given(300, ChunkKind.REASONING); // closes {role}
        given(400, ChunkKind.CONTENT);
        given(600, ChunkKind.CONTENT); // closes {reasoning, content}
        given(601, ChunkKind.FINISH);
        given(900, ChunkKind.USAGE); // closes {content, finish}
        keep(batcher.take(true));

        assertThat(batches).extracting(TokenBatch::getOutputBefore).containsExactly(0, 0, 2, 3);
        assertThat(batches).extracting(TokenBatch::getFirstChunk).containsExactly(0, 1, 3, 5);
    }

    private void given(long millisAfterSent, int choice) {
        batcher.add(new ResponseChunk(SENT_NANOS + millisAfterSent * 1_000_000, ChunkKind.CONTENT, 1, 100, choice))
                .ifPresent(this::keep);
    }

    @Test
    void ofSeveralAnswersEachBatchSaysWhereEachStoodBeforeIt() {
        given(10, 0);
        given(20, 0);
        given(300, 0); // closes {0, 0}: nobody knows yet that there are several
        given(310, 1);
        given(600, 0); // closes {0, 1}
        keep(batcher.take(true));

        assertThat(batches).extracting(TokenBatch::getChoices).containsExactly(List.of(), List.of(0, 1), List.of());
        assertThat(batches)
                .extracting(TokenBatch::getChoiceBasesNanos)
                .containsExactly(List.of(), List.of(20_000_000L), List.of(300_000_000L, 310_000_000L));
    }

    @Test
    void gapsRunOnFromBatchToBatch() {
        given(10, ChunkKind.CONTENT);
        given(300, ChunkKind.CONTENT);
        keep(batcher.take(true));

        assertThat(batches).extracting(TokenBatch::getBaseNanos).containsExactly(0L, 10_000_000L);
        assertThat(batches)
                .extracting(TokenBatch::getGapsNanos)
                .containsExactly(List.of(10_000_000L), List.of(290_000_000L));
        assertThat(batches).extracting(TokenBatch::getLast).containsExactly(false, true);
        assertThat(batches).extracting(TokenBatch::getSentNanos).containsOnly(SENT_NANOS - DUE_NANOS);
    }
}
