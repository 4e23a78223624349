package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.SloState;
import io.tidemark.producer.slo.ObjectiveSyntax;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RunControlStateTest {
    private static final String RUN = "01JD8Z6K3M5TQX9V2R7C0WHB4P";
    private static final Instant AT = Instant.ofEpochSecond(1_000);

    private final RunControlState held = new RunControlState(RUN);

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private static ControlEvent event(Object state) {
        return ControlEvent.newBuilder().setAt(AT).setState(state).build();
    }

    private static ControlEvent run(String run, @Nullable Instant ended) {
        return event(RunState.newBuilder()
                .setRun(run)
                .setExperiment("e")
                .setPhase("p")
                .setStarted(AT)
                .setEnded(ended)
                .build());
    }

    private static ControlEvent slo(String run, String name, String line, boolean removed) {
        return event(SloState.newBuilder()
                .setRun(run)
                .setObjective(ObjectiveSyntax.parseNamed(name, ObjectiveSyntax.parse(line)))
                .setChanged(AT)
                .setRemoved(removed)
                .build());
    }

    @Test
    void aRunIsKnownOnceItHasSaidThatItBegan() {
        held.apply(run("01JD8Z6K3M5TQX9V2R7C0WHB4Q", null));
        held.apply(slo(RUN, "a", "errors < 1%", false));
        assertThat(held.isKnown()).isFalse();
        held.apply(run(RUN, null));
        assertThat(held.isKnown()).isTrue();
        assertThat(held.ended()).isEmpty();
        held.apply(run(RUN, AT.plusSeconds(5)));
        assertThat(held.ended()).contains(AT.plusSeconds(5));
    }

    @Test
    void whatWasSaidLastOfAnObjectiveOfTheRunIsHeld() {
        held.apply(slo(RUN, "a", "errors < 1%", false));
        held.apply(slo(RUN, "b", "errors < 2%", false));
        held.apply(slo(RUN, "a", "errors < 3%", false));
        held.apply(slo("01JD8Z6K3M5TQX9V2R7C0WHB4Q", "c", "errors < 4%", false));
        assertThat(held.names()).containsExactly("a", "b");
        assertThat(held.objective("a").orElseThrow().getMaxBadRatio()).isEqualTo(0.03);
        assertThat(held.objective("c")).isEmpty();
    }

    @Test
    void whatWasTakenAwayIsHeldNoMoreAndCanComeBack() {
        held.apply(slo(RUN, "a", "errors < 1%", false));
        held.apply(slo(RUN, "a", "errors < 1%", true));
        assertThat(held.names()).isEmpty();
        held.apply(slo(RUN, "a", "errors < 2%", false));
        assertThat(held.names()).containsExactly("a");
    }
}
