package io.tidemark.app;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.util.Map;
import java.util.Set;

/** Dependencies point one way; clocks and chance are injected; nothing static changes. */
@AnalyzeClasses(packages = "io.tidemark", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
    /** They wait for real processes. */
    private static final String TEST_FIXTURES = "io.tidemark.fixtures..";

    /** The commands, and the mains that start them. */
    private static final String[] COMMAND_LINE = {
        "io.tidemark.app",
        "io.tidemark.app.cli..",
        "io.tidemark.app.container..",
        "io.tidemark.bench..",
        "io.tidemark.dist..",
        "io.tidemark.archive.."
    };

    private static final Map<String, Set<String>> FORBIDDEN_STATICS = Map.of(
            "java.lang.System", Set.of("nanoTime", "currentTimeMillis"),
            "java.time.Instant", Set.of("now"),
            "java.time.LocalDateTime", Set.of("now"),
            "java.time.ZonedDateTime", Set.of("now"),
            "java.time.Clock", Set.of("systemUTC", "systemDefaultZone", "system"),
            "java.time.InstantSource", Set.of("system"),
            "java.lang.Math", Set.of("random"),
            "java.lang.Thread", Set.of("sleep"),
            "java.util.concurrent.ThreadLocalRandom", Set.of("current"));

    @ArchTest
    static final ArchRule schemasDependOnNothingOfOurs = module("schemas");

    @ArchTest
    static final ArchRule analysisKnowsSchemasOnly = module("analysis", "schemas");

    @ArchTest
    static final ArchRule producerKnowsSchemasOnly = module("producer", "schemas");

    @ArchTest
    static final ArchRule serversKnowProducerAndSchemas = module("servers", "producer", "schemas");

    @ArchTest
    static final ArchRule importersKnowProducerAndSchemas = module("importers", "producer", "schemas");

    @ArchTest
    static final ArchRule exporterKnowsSchemasAndAnalysis = module("exporter", "schemas", "analysis");

    @ArchTest
    static final ArchRule webKnowsSchemasOnly = module("web", "schemas");

    @ArchTest
    static final ArchRule hashesOfTokensAreComparedInConstantTime = noClasses()
            .that()
            .resideInAPackage("io.tidemark.web..")
            .should()
            .callMethod(java.util.Arrays.class, "equals", byte[].class, byte[].class)
            .orShould()
            .callMethod(java.util.Arrays.class, "compare", byte[].class, byte[].class);

    @ArchTest
    static final ArchRule theOneComparisonOfHashesIsTheJdks = classes()
            .that()
            .haveFullyQualifiedName("io.tidemark.web.access.AccessToken")
            .should()
            .callMethod(java.security.MessageDigest.class, "isEqual", byte[].class, byte[].class);

    @ArchTest
    static final ArchRule reportsKnowTheStoreAndTheStatistics =
            module("reports", "schemas", "analysis", "sinks", "streams.explain");

    @ArchTest
    static final ArchRule alertsKnowTheStoreTheYamlAndTheFormats =
            module("alerts", "schemas", "analysis", "producer", "sinks", "reports");

    @ArchTest
    static final ArchRule consoleKnowsTheStoreTheReportsAndTheServer =
            module("console", "schemas", "analysis", "sinks", "reports", "web");

    @ArchTest
    static final ArchRule simulatorKnowsClocksAndAddressesOnly = module("simulator", "schemas.time", "schemas.net");

    @ArchTest
    static final ArchRule clusterKnowsSchemasOnly = module("cluster", "schemas");

    @ArchTest
    static final ArchRule streamsKnowSchemasAndAnalysis = module("streams", "schemas", "analysis");

    @ArchTest
    static final ArchRule sinksKnowSchemasOnly = module("sinks", "schemas");

    @ArchTest
    static final ArchRule onlyADatabasesOwnPackageKnowsItsDriver = noClasses()
            .that()
            .resideOutsideOfPackages("io.tidemark.sinks.store.sqlite..", "io.tidemark.sinks.store.postgres..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.sqlite..", "org.postgresql..");

    @ArchTest
    static final ArchRule modulesAreFreeOfCycles =
            slices().matching("io.tidemark.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule packagesOfAModuleAreFreeOfCycles =
            slices().matching("io.tidemark.(*).(*)..").should().beFreeOfCycles();

    /** Root packages are no exception: a package and one below it are two. */
    @ArchTest
    static final ArchRule noTwoPackagesKnowEachOther =
            slices().matching("io.tidemark.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule theCommandLineIsKnownByWhatStartsItAlone = noClasses()
            .that()
            .resideInAnyPackage("io.tidemark..")
            .and()
            .resideOutsideOfPackages(COMMAND_LINE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.tidemark.app.cli..", "picocli..");

    @ArchTest
    static final ArchRule standardStreamsAreTheCommandLines = noClasses()
            .that()
            .resideInAnyPackage("io.tidemark.app..", "io.tidemark.reports..", "io.tidemark.console..")
            .and()
            .resideOutsideOfPackages(COMMAND_LINE)
            .and()
            .doNotHaveFullyQualifiedName("io.tidemark.app.calibrate.CalibrationServerMain")
            .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS);

    @ArchTest
    static final ArchRule analysisDoesNoInputOrOutput = noClasses()
            .that()
            .resideInAPackage("io.tidemark.analysis..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "java.io..", "java.nio.file..", "java.net..", "java.sql..", "org.apache.kafka..", "org.slf4j..");

    @ArchTest
    static final ArchRule theEngineKnowsNoHttpClockOrThread = noClasses()
            .that()
            .resideInAPackage("io.tidemark.simulator.engine..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.vertx..", "java.net..", "java.time..", "java.util.concurrent..", "io.tidemark.schemas.time..");

    @ArchTest
    static final ArchRule clocksAndChanceAreInjected = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("io.tidemark.schemas.time.NanoClock")
            .and()
            .doNotHaveFullyQualifiedName("io.tidemark.app.Tidemark")
            .and()
            .resideOutsideOfPackage(TEST_FIXTURES)
            .should()
            .accessTargetWhere(target(aForbiddenStatic()));

    @ArchTest
    static final ArchRule randomsAreSeeded = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("io.tidemark.app.Tidemark")
            .should()
            .callConstructor(java.util.Random.class)
            .orShould()
            .callConstructor(java.util.SplittableRandom.class);

    @ArchTest
    static final ArchRule nothingStaticChanges = fields().that()
            .areStatic()
            .and()
            .areDeclaredInClassesThat()
            .resideOutsideOfPackage("io.tidemark.events..")
            .should()
            .beFinal();

    @ArchTest
    static final ArchRule classesAreFinalOrMeantForMore = classes()
            .that()
            .areTopLevelClasses()
            .and()
            .areNotInterfaces()
            .and()
            .areNotEnums()
            .and()
            .areNotRecords()
            .and()
            .areNotAssignableTo(Throwable.class)
            .and()
            .resideOutsideOfPackage("io.tidemark.events..")
            .and()
            .doNotHaveModifier(JavaModifier.ABSTRACT)
            .should()
            .haveModifier(JavaModifier.FINAL);

    @ArchTest
    static final ArchRule onlyTheAppReadsTheEnvironment = noClasses()
            .that()
            .resideOutsideOfPackages("io.tidemark.app..", "io.tidemark.bench..")
            .should()
            .callMethod(System.class, "getenv")
            .orShould()
            .callMethod(System.class, "getenv", String.class);

    @ArchTest
    static final ArchRule nothingEndsTheProcessButTheCommand = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("io.tidemark.app.Tidemark")
            .and()
            .doNotHaveFullyQualifiedName("io.tidemark.app.container.ContainerMain")
            .and()
            .doNotHaveFullyQualifiedName("io.tidemark.app.container.HealthCheck")
            .should()
            .callMethod(System.class, "exit", int.class);

    private static ArchRule module(String name, String... allowed) {
        String[] packages = new String[allowed.length + 2];
        packages[0] = "io.tidemark." + name + "..";
        packages[1] = "io.tidemark.events..";
        for (int i = 0; i < allowed.length; i++) {
            packages[i + 2] = "io.tidemark." + allowed[i] + "..";
        }
        return classes()
                .that()
                .resideInAPackage("io.tidemark." + name + "..")
                .should()
                .onlyDependOnClassesThat(describe(
                        "are not ours, or in " + String.join(", ", packages),
                        type -> !type.getPackageName().startsWith("io.tidemark")
                                || JavaClass.Predicates.resideInAnyPackage(packages)
                                        .test(type)));
    }

    private static DescribedPredicate<AccessTarget> aForbiddenStatic() {
        return describe(
                "reads a clock, sleeps or draws chance by itself",
                access -> FORBIDDEN_STATICS
                        .getOrDefault(access.getOwner().getFullName(), Set.of())
                        .contains(access.getName()));
    }
}
