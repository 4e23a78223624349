package io.tidemark.alerts.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.alerts.rule.RunRule.PhaseFact;
import io.tidemark.schemas.TeamLimit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FactsTest {
    private static final int MOST = TeamLimit.ALERT_FACTS.most();

    @Test
    void beyondTheNumberWhatChangedLongestAgoIsForgotten() {
        Facts facts = new Facts(Map.of());
        for (int i = 0; i < MOST; i++) {
            facts.put("run/" + i, i);
        }
        facts.put("run/0", "changed");
        facts.put("run/0", "changed");
        facts.takeChanges();
        assertThat(facts.takeForgotten()).isZero();

        facts.put("run/new", 1);

        assertThat(facts.all("run/", Object.class)).hasSize(MOST);
        assertThat(facts.get("run/0", String.class)).contains("changed");
        assertThat(facts.get("run/1", Integer.class)).isEmpty();
        assertThat(facts.takeChanges())
                .containsExactly(Map.entry("run/new", Optional.of("1")), Map.entry("run/1", Optional.empty()));
        assertThat(facts.takeForgotten()).isEqualTo(1);
        assertThat(facts.takeForgotten()).isZero();
    }

    @Test
    void factsAreBoundedInLengthToo() {
        Facts facts = new Facts(Map.of());
        String large = "x".repeat(TeamLimit.ALERT_FACT_LENGTH.most() / 4);
        for (int i = 0; i < 10; i++) {
            facts.put("run/" + i, large);
            facts.put("run/" + i, large + i);
        }
        assertThat(facts.all("run/", String.class)).containsExactly(large + 7, large + 8, large + 9);
        facts.remove("run/8");
        facts.put("run/10", large);
        assertThat(facts.all("run/", String.class)).containsExactly(large + 7, large + 9, large);
        assertThat(facts.takeForgotten()).isEqualTo(7);
    }

    /** A fact may be of a megabyte, and each heartbeat looks at one. */
    @Test
    void aFactIsReadFromItsJsonOnce() {
        PhaseFact phase = new PhaseFact("base", Map.of(), Map.of(), "");
        Facts before = new Facts(Map.of());
        before.put("phase/a", phase);
        Map<String, String> stored = new HashMap<>();
        before.takeChanges().forEach((key, content) -> stored.put(key, content.orElseThrow()));
        Facts facts = new Facts(stored);

        PhaseFact read = facts.get("phase/a", PhaseFact.class).orElseThrow();
        assertThat(facts.get("phase/a", PhaseFact.class)).containsSame(read);
        assertThat(facts.all("phase/", PhaseFact.class)).singleElement().isSameAs(read);
        facts.put("phase/a", phase);
        assertThat(facts.takeChanges()).as("it says the same").isEmpty();
    }

    @Test
    void aStoredFactThatWasNotReadAndIsPutAgainHasNotChanged() {
        Facts facts = new Facts(Map.of("run/0", "\"same\""));
        facts.put("run/0", "same");
        assertThat(facts.takeChanges()).isEmpty();
    }

    @Test
    void whatWasStoredBeforeThereWasALimitIsReducedToIt() {
        Map<String, String> stored = new HashMap<>();
        for (int i = 0; i < MOST + 10; i++) {
            stored.put("run/" + i, "1");
        }
        Facts facts = new Facts(stored);
        facts.put("run/new", 2);
        assertThat(facts.all("run/", Integer.class)).hasSize(MOST).contains(2);
        assertThat(facts.takeForgotten()).isEqualTo(11);
    }
}
