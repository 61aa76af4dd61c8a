export { translationsModule } from './translationsModule';
