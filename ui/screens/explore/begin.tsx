import { go, linkTo } from '../../base/address.js';
import { ObjectSearch } from '../../base/object-search.js';
import { Heading } from '../../base/parts.js';
import { Pictures } from './pictures.js';

/** The choice of the object with which a picture begins. */
export function Begin() {
  return (
    <>
      <Heading text="Explore" />
      <p>A picture begins with an object.</p>
      <ObjectSearch
        id="explore-begin"
        label="Object to begin with"
        onPick={({ objectid }) => go(linkTo('/explore', { node: objectid }))}
      />
      <Pictures />
    </>
  );
}
