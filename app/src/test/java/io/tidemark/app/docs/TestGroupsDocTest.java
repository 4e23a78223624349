package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.GeneratedBlock;
import io.tidemark.fixtures.RepositoryFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.launcher.TagFilter;

/** Each test of the repository belongs to one group, and a group is run by the commands that CONTRIBUTING.md says. */
final class TestGroupsDocTest {
    private static final String PAGE = "CONTRIBUTING.md";
    private static final Pattern SMOKE_ROW = Pattern.compile("(?m)^\\| [^|]+ \\| (`\\w+Test`(?:, `\\w+Test`)*) \\|$");
    private static final Pattern NAME = Pattern.compile("`(\\w+Test)`");

    @Test
    void eachTestBelongsToOneGroup() {
        List<String> wrong = new ArrayList<>();
        for (TaggedTest test : TaggedTest.all()) {
            if (TestGroup.of(test.tags()).isEmpty()) {
                wrong.add(test.name() + " has the tags " + test.tags() + ", which no group has");
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void aClassOfSeveralGroupsIsFoundInEach() {
        assertThat(TaggedTest.all())
                .contains(
                        new TaggedTest("ScaleOutTest", Set.of("long")),
                        new TaggedTest("ScaleOutTest", new TreeSet<>(Set.of("integration", "smoke"))))
                .contains(new TaggedTest("LinksTest", Set.of()));
    }

    @ParameterizedTest
    @EnumSource
    void aGroupIsRunByItsTierAndByNoneBefore(TestGroup group) {
        List<String> commands = new ArrayList<>();
        if (runs(group, "", setting("bin/verify", "beyond_smoke='([^']+)'"))) {
            commands.add("bin/verify");
        }
        if (runs(group, "", setting("pom.xml", "<tidemark.excludedGroups>(.+)</tidemark.excludedGroups>"))) {
            commands.add("bin/verify --ci");
        }
        boolean isLong = runs(group, setting("bin/verify", "long_tests=\\(-Dtidemark.groups=(\\w+) "), "");
        boolean isFault = runs(group, setting("pom.xml", "<tidemark.groups>(\\w+)</tidemark.groups>"), "");
        if (isLong || isFault) {
            commands.add("bin/verify --full");
        }
        assertThat(commands).first().isEqualTo(group.tier());
        assertThat(isLong && isFault).isFalse();
    }

    @Test
    void groupsAreListed() {
        MarkdownTable table = new MarkdownTable("group", "tags", "first run by", "may");
        for (TestGroup group : TestGroup.values()) {
            String tags =
                    group.tags().stream().sorted().map(MarkdownTable::code).collect(Collectors.joining(", "));
            table.row(
                    group.name().toLowerCase(Locale.ROOT),
                    tags.isEmpty() ? "none" : tags,
                    MarkdownTable.code(group.tier()),
                    group.may());
        }
        new GeneratedBlock(PAGE, "test-groups").mustBe(table.text());
    }

    @Test
    void promisesOfSmokeTestsAreListed() {
        Set<String> listed = SMOKE_ROW
                .matcher(RepositoryFiles.read(PAGE))
                .results()
                .flatMap(row -> NAME.matcher(row.group(1)).results())
                .map(name -> name.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> smoke = TaggedTest.all().stream()
                .filter(test -> test.tags().equals(TestGroup.SMOKE.tags()))
                .map(TaggedTest::name)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(listed).isEqualTo(smoke);
    }

    private static String setting(String file, String pattern) {
        Matcher setting = Pattern.compile(pattern).matcher(RepositoryFiles.read(file));
        assertThat(setting.find()).as(file + " has " + pattern).isTrue();
        return setting.group(1).replace("&amp;", "&");
    }

    private static boolean runs(TestGroup group, String groups, String excludedGroups) {
        TestDescriptor test = new TaggedDescriptor(group.tags());
        return (groups.isEmpty() || TagFilter.includeTags(groups).apply(test).included())
                && (excludedGroups.isEmpty()
                        || TagFilter.excludeTags(excludedGroups).apply(test).included());
    }

    private static final class TaggedDescriptor extends AbstractTestDescriptor {
        private final Set<String> tags;

        TaggedDescriptor(Set<String> tags) {
            super(UniqueId.forEngine("tags"), "a test");
            this.tags = tags;
        }

        @Override
        public Set<TestTag> getTags() {
            return tags.stream().map(TestTag::create).collect(Collectors.toSet());
        }

        @Override
        public Type getType() {
            return Type.TEST;
        }
    }
}
