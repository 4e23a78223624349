package io.tidemark.streams.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.designeffect.DueCells;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.StepBlock;
import io.tidemark.events.StepResult;
import io.tidemark.schemas.Topic;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A request a second for 128 minutes. */
class StepBlocksTest {
    private static final long START = 60L * 28_000_000;
    private static final int SECONDS = 128 * 60;

    @Test
    void aBlockIsAMinute() {
        StepResult.Builder result = blocks(objectives(1), Topic.MAX_RESULT_BYTES);

        assertThat(result.getBlocks()).hasSize(128);
        assertThat(result.getBlockNanos()).isEqualTo(Duration.ofMinutes(1).toNanos());
    }

    /** Each block names each objective: 51 KB. */
    @Test
    void blocksThatHaveNoRoomAreJoinedUntilTheyHave() {
        StepResult.Builder result = blocks(objectives(200), 512 << 10);

        assertThat(result.getBlockNanos()).isEqualTo(Duration.ofMinutes(16).toNanos());
        assertThat(result.getBlocks()).hasSize(8).allSatisfy(block -> {
            assertThat(block.getDue()).isEqualTo(16 * 60);
            assertThat(block.getBad()).hasSize(200);
        });
        assertThat(result.getBlocks()).extracting(StepBlock::getNumber).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void whereThereIsNoRoomForOneThereAreNone() {
        assertThat(blocks(objectives(200), 10_000).hasBlocks()).isFalse();
        assertThat(blocks(objectives(200), -1).hasBlocks()).isFalse();
    }

    private static StepResult.Builder blocks(List<ObjectiveState> objectives, int roomBytes) {
        DueCells cells = new DueCells();
        for (int second = 0; second < SECONDS; second++) {
            cells.cell(START + second).orElseThrow().add(1, 0);
        }
        StepResult.Builder result = StepResult.newBuilder();
        StepBlocks.put(result, cells, objectives, roomBytes);
        return result;
    }

    private static List<ObjectiveState> objectives(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> ObjectiveState.newBuilder()
                        .setName("n".repeat(250) + i)
                        .setKind(ObjectiveKind.ERROR_RATIO)
                        .build())
                .toList();
    }
}
