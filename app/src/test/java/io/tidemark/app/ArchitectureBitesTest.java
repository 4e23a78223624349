package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.tidemark.analysis.fixture.KnowsTheSinks;
import io.tidemark.analysis.fixture.ReadsTheClock;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each architecture rule is shown to bite on a class that breaks it. */
final class ArchitectureBitesTest {
    private final JavaClasses clock = new ClassFileImporter().importClasses(ReadsTheClock.class);

    static Stream<ArchRule> rulesThatTheClockReaderBreaks() {
        return Stream.of(
                ArchitectureTest.clocksAndChanceAreInjected,
                ArchitectureTest.randomsAreSeeded,
                ArchitectureTest.analysisDoesNoInputOrOutput,
                ArchitectureTest.nothingStaticChanges,
                ArchitectureTest.classesAreFinalOrMeantForMore);
    }

    @ParameterizedTest
    @MethodSource("rulesThatTheClockReaderBreaks")
    void aClassThatReadsAClockDrawsChanceTouchesFilesAndChangesStaticsIsRefused(ArchRule rule) {
        assertThat(rule.evaluate(clock).hasViolation()).isTrue();
    }

    @Test
    void aDependencyAgainstTheDirectionIsRefused() {
        JavaClasses wrong = new ClassFileImporter().importClasses(KnowsTheSinks.class);
        assertThat(ArchitectureTest.analysisKnowsSchemasOnly.evaluate(wrong).hasViolation())
                .isTrue();
        assertThat(ArchitectureTest.analysisKnowsSchemasOnly.evaluate(clock).hasViolation())
                .isFalse();
    }
}
