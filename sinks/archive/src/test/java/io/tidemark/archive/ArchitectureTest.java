package io.tidemark.archive;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;

/** As the test of that name in app, which does not see this module: it has a class path of its own. */
@AnalyzeClasses(packages = "io.tidemark.archive", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
    private static final Set<String> FORBIDDEN_STATICS = Set.of(
            "java.lang.System.nanoTime",
            "java.lang.System.currentTimeMillis",
            "java.lang.System.getenv",
            "java.time.Instant.now",
            "java.time.InstantSource.system",
            "java.lang.Math.random",
            "java.lang.Thread.sleep");

    @ArchTest
    static final ArchRule theArchiveKnowsSchemasOnly = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.tidemark.analysis..",
                    "io.tidemark.app..",
                    "io.tidemark.cluster..",
                    "io.tidemark.producer..",
                    "io.tidemark.sinks..",
                    "io.tidemark.streams..");

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().matching("io.tidemark.archive.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule theFormatKnowsNoJobAndTheJobNoProcess = noClasses()
            .that()
            .resideInAnyPackage("io.tidemark.archive.format..", "io.tidemark.archive.job..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.tidemark.archive.local..", "picocli..");

    @ArchTest
    static final ArchRule clocksAreInjected = noClasses()
            .should()
            .accessTargetWhere(target(describe(
                    "reads a clock or the environment, or sleeps",
                    access -> FORBIDDEN_STATICS.contains(access.getOwner().getFullName() + "." + access.getName()))));

    @ArchTest
    static final ArchRule nothingStaticChanges =
            fields().that().areStatic().should().beFinal();

    @ArchTest
    static final ArchRule nothingEndsTheProcessButTheCommand = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("io.tidemark.archive.Archive")
            .should()
            .callMethod(System.class, "exit", int.class);
}
