package io.tidemark.app.docs;

import io.tidemark.fixtures.RepositoryFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tests of one class with the same tags, as the sources of a module have them.
 *
 * @param name of the class
 * @param tags of the class, and those of the method; those of a method alone where it is long
 */
record TaggedTest(String name, Set<String> tags) {
    private static final Pattern TEST = Pattern.compile(
            "@(Test|ParameterizedTest|RepeatedTest|TestFactory|ArchTest)\\b|\\bextends \\w+Contract\\b");
    private static final Pattern TYPE = Pattern.compile("(?m)^(?:public |final |abstract )*(?:class|interface) ");
    private static final Pattern TAGS = Pattern.compile("(?m)^( *@Tag\\(\"\\w+\"\\)\\n)+");
    private static final Pattern TAG = Pattern.compile("\"(\\w+)\"");

    /** Those of all modules. */
    static List<TaggedTest> all() {
        return RepositoryFiles.under("", ".java").stream()
                .filter(file -> file.toString().contains("/src/test/java/"))
                .flatMap(file -> of(file).stream())
                .toList();
    }

    private static List<TaggedTest> of(Path file) {
        String source = RepositoryFiles.read(file);
        Matcher type = TYPE.matcher(source);
        if (!TEST.matcher(source).find() || !type.find()) {
            return List.of();
        }
        String name = file.getFileName().toString().replace(".java", "");
        Set<String> ofClass = tags(source.substring(0, type.start()));
        List<TaggedTest> tests = new ArrayList<>(List.of(new TaggedTest(name, ofClass)));
        TAGS.matcher(source.substring(type.start()))
                .results()
                .map(method -> new TaggedTest(name, joined(ofClass, tags(method.group()))))
                .forEach(tests::add);
        return tests;
    }

    /** A long method of an integration test is a long test. */
    private static Set<String> joined(Set<String> ofClass, Set<String> ofMethod) {
        Set<String> tags = new TreeSet<>(ofMethod);
        if (!ofMethod.contains("long")) {
            tags.addAll(ofClass);
        }
        return tags;
    }

    private static Set<String> tags(String annotations) {
        Set<String> tags = new TreeSet<>();
        TAGS.matcher(annotations)
                .results()
                .map(MatchResult::group)
                .flatMap(lines -> TAG.matcher(lines).results())
                .forEach(tag -> tags.add(tag.group(1)));
        return tags;
    }
}
