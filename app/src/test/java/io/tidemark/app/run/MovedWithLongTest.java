package io.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class MovedWithLongTest {
    @TempDir
    private Path folder;

    @Test
    void look() throws Exception {
        int seeds = Integer.getInteger("moved.seeds", 2);
        String only = System.getProperty("moved.kinds", "");
        for (MovedKind kind : MovedKind.values()) {
            if (!only.isEmpty() && !List.of(only.split(",")).contains(kind.name())) {
                continue;
            }
            for (long seed = 1; seed <= seeds; seed++) {
                long t = System.nanoTime();
                MovedTrial trial = MovedTrial.of(MovedDraw.of(List.of(kind), seed), folder.resolve(kind + "" + seed));
                System.out.println(kind + " " + seed + " " + (System.nanoTime() - t) / 1_000_000 + " ms from "
                        + trial.draw().fromSecond() + " " + trial.draw().faults() + " "
                        + trial.breach().map(b -> (b.getOpened().toEpochMilli() - MovedRun.START.toEpochMilli()) / 1000
                                + "-" + (b.getUpdated().toEpochMilli() - MovedRun.START.toEpochMilli()) / 1000 + " "
                                + b.getState() + " " + b.getMovedWith() + b.getWords()).orElse("none"));
            }
        }
        assertThat(seeds).isPositive();
    }
}
