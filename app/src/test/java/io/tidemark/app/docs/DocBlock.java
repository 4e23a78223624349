package io.tidemark.app.docs;

import io.tidemark.fixtures.GeneratedBlock;

/** A generated part of a page, for tests of other packages. */
public final class DocBlock {
    private final GeneratedBlock block;

    private DocBlock(GeneratedBlock block) {
        this.block = block;
    }

    public static DocBlock of(String page, String name) {
        return new DocBlock(new GeneratedBlock(page, name));
    }

    /** Compared, or written with {@code -Dtidemark.docs.write=true}. */
    public void mustBe(String expected) {
        block.mustBe(expected);
    }
}
